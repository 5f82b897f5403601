import { useMutation } from '@tanstack/react-query'
import { accountMessages } from '#core/messages.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { discardUnsaved } from '#web/ui/overlays/unsaved.ts'
import { ApiError, request } from './client.ts'

/** Ends the session on the server; then the page starts anew, so that nothing of the account stays in memory (SPEC A7, A8). */
export function useLogout() {
  return useMutation({
    mutationFn: logOut,
    onSuccess: () => {
      discardUnsaved()
      window.location.assign('/login')
    },
    onError: (error) => toastFailure(accountMessages.logoutFailed, error.message),
  })
}

/** A session that has ended already needs no ending. */
async function logOut(): Promise<void> {
  try {
    await request('POST', '/api/logout')
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
}
