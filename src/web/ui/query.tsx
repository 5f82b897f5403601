import type { ReactNode } from 'react'
import { LoadError } from './load-error.tsx'
import { Skeleton } from './skeleton.tsx'

/** What `useQuery` returns. */
type Queried = { data: unknown; error: Error | null; refetch: () => Promise<unknown> }

type DataOf<Of> = Of extends { data: infer Data }
  ? Exclude<Data, undefined>
  : { [Index in keyof Of]: DataOf<Of[Index]> }

type QueryProps<Of> = {
  /** A query, or several that are shown together. */
  of: Of
  /** Its place while it loads: the class of a height, or what is shown instead. */
  skeleton?: ReactNode
  /** Instead of a list without entries: a sentence, or what is shown instead. */
  empty?: ReactNode
  /** Without it, only the placeholder and the error are shown. */
  children?: (data: DataOf<Of>) => ReactNode
}

/**
 * A placeholder, then the data. An error is shown with Retry, above the data of an earlier answer:
 *
 *     <Query of={team} skeleton="h-40" empty="Nobody yet">
 *       {(members) => <Members members={members} />}
 *     </Query>
 *     <Query of={[closing, changes]}>{([closed, changed]) => …}</Query>
 */
export function Query<const Of extends Queried | readonly Queried[]>({
  of,
  skeleton = 'h-24',
  empty,
  children,
}: QueryProps<Of>) {
  const queries: readonly Queried[] = 'data' in of ? [of] : of
  const failed = queries.filter(({ error }) => error)
  const [error] = failed.flatMap((query) => query.error ?? [])
  const all = queries.map(({ data }) => data)
  const data = ('data' in of ? of.data : all) as DataOf<Of>
  const isEmpty = empty !== undefined && Array.isArray(data) && data.length === 0
  const retry = () => void Promise.all(failed.map((query) => query.refetch()))
  return (
    <>
      {error && <LoadError error={error} onRetry={retry} />}
      {all.includes(undefined)
        ? !error && place(skeleton)
        : isEmpty
          ? say(empty)
          : children?.(data)}
    </>
  )
}

function say(empty: ReactNode): ReactNode {
  return typeof empty === 'string' ? <p className="text-sm text-muted">{empty}</p> : empty
}

function place(skeleton: ReactNode): ReactNode {
  return typeof skeleton === 'string' ? <Skeleton className={skeleton} /> : skeleton
}
