import { accountMessages } from '#core/messages.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { discardUnsaved } from '#web/ui/overlays/unsaved.ts'
import { ApiError, request } from './client.ts'
import { useAction } from './use-action.ts'

/**
 * Ends the session on the server, then reloads the page so that no data of the account stays in memory (SPEC A7, A8).
 * `onError` can show the error in a language other than English.
 */
export function useLogout(onError = toastLogoutFailure) {
  return useAction({
    send: logOut,
    onDone: () => {
      discardUnsaved()
      window.location.assign('/login')
    },
    onFailure: onError,
    refetch: 'nothing',
  })
}

function toastLogoutFailure({ message }: Error): void {
  toastFailure(accountMessages.logoutFailed, message)
}

/** A 401 means that the session has already ended. */
async function logOut(): Promise<void> {
  try {
    await request('POST', '/api/logout')
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
}
