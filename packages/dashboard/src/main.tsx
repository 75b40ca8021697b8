import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { organizationChoice } from './accounts/organization-choice.ts';
import { ApiContext } from './api/api-context.ts';
import { createApi } from './api/create-api.ts';
import { createQueryClient } from './api/create-query-client.ts';
import { createDashboardRouter } from './app/create-router.ts';
import { preloadDialog } from './ui/dialog.tsx';
import './ui/tokens.css';

// The page's `<base>` is the dashboard's URL; the service is one level above.
const basePath = new URL(document.baseURI).pathname;
const api = createApi({
  baseUrl: new URL('..', document.baseURI).href.replace(/\/$/, ''),
  fetch: (...parameters) => globalThis.fetch(...parameters),
  organizationId: organizationChoice.get,
});
const queryClient = createQueryClient();
const router = createDashboardRouter({ api, queryClient }, basePath);

// Error pages are loaded in advance, while the network is available.
const PRELOAD_AFTER_MS = 1500;
addEventListener('load', () => setTimeout(() => void preloadDialog(), PRELOAD_AFTER_MS));

const container = document.getElementById('root');
if (container === null) throw new Error('the page has no #root');
createRoot(container).render(
  <StrictMode>
    <ApiContext value={api}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ApiContext>
  </StrictMode>,
);
