import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SignInStep } from './session-endpoints.ts';

/** Opens the dashboard after a sign-in, or the sign-in page if a second factor is still required. */
export function useEnter(): (step: SignInStep) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (step) => {
    await queryClient.resetQueries({ queryKey: ['me'] });
    await navigate({ to: step === 'signed_in' ? '/overview' : '/sign-in' });
  };
}
