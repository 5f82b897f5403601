import { describeDevice } from '#core/accounts/devices.ts'
import type { Session } from '#core/accounts/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useEndSession, useSessions } from './use-sessions.ts'

/** The account's sessions. Log Out ends the current session; every other session has a button that ends it. */
export function SessionList() {
  const query = useSessions()
  const { run: end } = useEndSession()
  return (
    <Query of={query} skeleton={<LoadingSessions />}>
      {(sessions) => (
        <>
          <ul className="grid gap-3 text-sm" aria-label="Sessions">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} onEnd={() => end(session.id)} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <Button
              variant="secondary"
              className="justify-self-start"
              onClick={() => end(undefined)}
            >
              End Other Sessions
            </Button>
          )}
        </>
      )}
    </Query>
  )
}

type SessionItemProps = { session: Session; onEnd: () => void }

function SessionItem({ session, onEnd }: SessionItemProps) {
  const device = describeDevice(session.agent)
  return (
    <li className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{device}</p>
        <p className="text-muted">
          {session.current ? 'This device, since ' : 'Last used '}
          {localDate(session.current ? session.createdAt : session.usedAt)}
        </p>
      </div>
      {!session.current && (
        <Button variant="secondary" aria-label={`End session on ${device}`} onClick={onEnd}>
          End Session
        </Button>
      )}
    </li>
  )
}

function LoadingSessions() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-9" />
    </div>
  )
}

/** The day of an instant in the browser's time zone (SPEC B38). */
function localDate(instant: string): string {
  return new Date(instant).toLocaleDateString('en-US')
}
