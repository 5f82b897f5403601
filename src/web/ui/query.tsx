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
  /** Its place while it loads. */
  skeleton?: ReactNode
  children: (data: DataOf<Of>) => ReactNode
}

/**
 * A placeholder, then the data. An error is shown with Retry, above the data of an earlier answer:
 *
 *     <Query of={useQuery(teamQuery)}>{(team) => <Members team={team} />}</Query>
 *     <Query of={[closing, changes]}>{([closed, changed]) => …}</Query>
 */
export function Query<const Of extends Queried | readonly Queried[]>({
  of,
  skeleton = <Skeleton className="h-24" />,
  children,
}: QueryProps<Of>) {
  const queries: readonly Queried[] = 'data' in of ? [of] : of
  const failed = queries.filter(({ error }) => error)
  const [error] = failed.flatMap((query) => query.error ?? [])
  const data = queries.map((query) => query.data)
  const isLoaded = !data.includes(undefined)
  const retry = () => void Promise.all(failed.map((query) => query.refetch()))
  return (
    <>
      {error && <LoadError error={error} onRetry={retry} />}
      {!error && !isLoaded && skeleton}
      {isLoaded && children(('data' in of ? data[0] : data) as DataOf<Of>)}
    </>
  )
}
