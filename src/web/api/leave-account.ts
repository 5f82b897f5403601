import { request } from './client.ts'
import { leaveFor } from './leave.ts'
import { useAction } from './use-action.ts'

/** Ends the person's own membership, and with it the session (SPEC C93). `onLeft` runs before the login is shown. */
export function useLeaveAccount(onError: (error: Error) => void, onLeft = () => {}) {
  return useAction({
    send: () => request('DELETE', '/api/auth/membership'),
    onDone: () => {
      onLeft()
      leaveFor('/login?left')()
    },
    onFailure: onError,
    refetch: 'nothing',
  })
}
