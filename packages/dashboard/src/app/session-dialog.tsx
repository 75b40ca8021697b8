import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { SignInForm } from '../accounts/sign-in-form.tsx';
import { useApi } from '../api/api-context.ts';
import { Dialog } from '../ui/dialog.tsx';

/** The session ended in the middle of something: signing in here leaves the page, and what was typed, as it is. */
export default function SessionDialog(): ReactElement {
  const { gate } = useApi();
  const queryClient = useQueryClient();
  return (
    <Dialog
      title="Your session has ended"
      text="Sign in again to go on. Nothing that you typed is lost."
      isOpen
      onClose={() => gate.abandon()}
    >
      <SignInForm
        onSignedIn={() => {
          gate.open();
          void queryClient.invalidateQueries({ queryKey: ['me'] });
        }}
      />
    </Dialog>
  );
}
