import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { organizationChoice } from './accounts/organization-choice.ts';
import { ApiContext } from './api/api-context.ts';
import { createApi } from './api/create-api.ts';
import { createQueryClient } from './api/create-query-client.ts';
import { createDashboardRouter } from './app/create-router.ts';
import './ui/tokens.css';

// The page's `<base>` says where the dashboard is; the service is one folder above.
const basePath = new URL(document.baseURI).pathname;
const api = createApi({
  baseUrl: new URL('..', document.baseURI).href.replace(/\/$/, ''),
  fetch: (...parameters) => globalThis.fetch(...parameters),
  organizationId: organizationChoice.get,
});
const queryClient = createQueryClient();
const router = createDashboardRouter({ api, queryClient }, basePath);

// After an update of the service the files of an older build are gone: the page is loaded anew, where it was to go.
addEventListener('vite:preloadError', (event) => {
  event.preventDefault();
  location.reload();
});

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
