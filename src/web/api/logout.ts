import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { accountMessages } from '#core/messages.ts'
import { toast } from '#web/ui/toast.tsx'
import { request } from './client.ts'
import { forgetEverything, setUser } from './queries.ts'

/** Ends the session on the server; only then is anything forgotten here (SPEC A7, A8). */
export function useLogout() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => request('POST', '/api/logout'),
    onSuccess: async () => {
      // First nobody is signed in, then the address changes: the other way round /login would send
      // a person who still seems signed in back to the dashboard.
      setUser(null)
      forgetEverything()
      await navigate('/login')
    },
    onError: (error) =>
      toast({
        title: accountMessages.logoutFailed,
        description: error.message,
        tone: 'destructive',
      }),
  })
}
