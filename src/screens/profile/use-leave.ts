import { useNavigate, useRouter } from '@tanstack/react-router';

/** Leads to the chats, and leaves no step behind by which the system's Back would return to the editor. */
export function useLeave(): () => void {
  const { history } = useRouter();
  const navigate = useNavigate();
  return () => {
    // Within the app nothing else leads here but the chats.
    if (history.canGoBack()) history.back();
    else void navigate({ to: '/', replace: true });
  };
}
