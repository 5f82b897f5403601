import type { ReactNode } from 'react'
import { isReadOnlyMessage } from '#core/team/describe-role.ts'
import { ApiError } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Messages } from './messages/english.ts'
import { useMessages } from './portal-user.ts'

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> }
  children: (data: Data) => ReactNode
}

/** The data of a query. Before it arrives, a placeholder or the error. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const messages = useMessages()
  if (query.data !== undefined) return children(query.data)
  if (!query.error)
    return (
      <div role="status" aria-label={messages.loading}>
        <Skeleton className="h-48" />
      </div>
    )
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <p className="text-sm">{describeError(query.error, messages)}</p>
      <Button variant="secondary" onClick={() => void query.refetch()}>
        {messages.retry}
      </Button>
    </div>
  )
}

type OlderButtonProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** Loads the next page of a list. Shows nothing on the last page. */
export function OlderButton({ query }: OlderButtonProps) {
  const messages = useMessages()
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="secondary"
      disabled={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {messages.older}
    </Button>
  )
}

/** The server's messages are in English, so the portal names the cause by the status. */
export function describeError(error: Error, { errors }: Messages): string {
  if (!(error instanceof ApiError)) return errors.other
  if (isReadOnlyMessage(error.message)) return errors.readOnly
  const known: Record<number, string> = {
    0: errors.unreachable,
    403: errors.access,
    404: errors.missing,
    409: errors.tooManyQuestions,
    422: errors.repeated,
    429: errors.busy,
    503: errors.busy,
    507: errors.space,
  }
  return known[error.status] ?? errors.other
}

export function Empty({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid justify-items-center gap-1 rounded-lg border border-line bg-surface p-8 text-center text-sm">
      <p className="font-medium">{title}</p>
      <p className="text-muted">{text}</p>
    </div>
  )
}
