import { useMutation } from '@tanstack/react-query'
import { request } from './client.ts'
import { leaveFor } from './leave.ts'

/** Ends the person's own membership, and with it the session (SPEC C93). `onLeft` runs before the login is shown. */
export function useLeaveAccount(onError: (error: Error) => void, onLeft = () => {}) {
  return useMutation({
    mutationFn: () => request('DELETE', '/api/auth/membership'),
    onSuccess: () => {
      onLeft()
      leaveFor('/login?left')()
    },
    onError,
  })
}
