import { useSession } from '#web/api/session.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const SignInDialog = onDemand(async () => (await import('./sign-in-dialog.tsx')).SignInDialog)

/** Asks for a login after the session expired during typing. Pages load the dialog only when it opens. */
export function SignInAgain() {
  const session = useSession()
  return session.state === 'ended' ? <SignInDialog session={session} /> : null
}
