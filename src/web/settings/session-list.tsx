import { describeDevice } from '#core/accounts/devices.ts'
import type { Session } from '#core/accounts/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useEndSession, useSessions } from './use-sessions.ts'

/** Every session with its end beside it; one's own ends by logging out. */
export function SessionList() {
  const { data: sessions, isError, error, refetch } = useSessions()
  const { mutate: end, isPending } = useEndSession()
  if (isError) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!sessions) return <LoadingSessions />
  return (
    <>
      <ul className="grid gap-3 text-sm" aria-label="Sessions">
        {sessions.map((session) => (
          <SessionItem
            key={session.id}
            {...{ session }}
            onEnd={() => !isPending && end(session.id)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => !isPending && end(undefined)}
        >
          End All Other Sessions
        </Button>
      )}
    </>
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
          {session.current ? 'This session, since ' : 'Last used '}
          {localDate(session.current ? session.createdAt : session.usedAt)}
        </p>
      </div>
      {!session.current && (
        <Button variant="secondary" aria-label={`End the session on ${device}`} onClick={onEnd}>
          End
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

/** An instant, as the day that it was here (SPEC B38). */
function localDate(instant: string): string {
  return new Date(instant).toLocaleDateString('en-US')
}
