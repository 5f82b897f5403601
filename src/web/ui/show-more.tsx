import { Button } from './button.tsx'

type ShowMoreProps = {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** A button that reads the next page of a list. Renders nothing on the last page. */
export function ShowMore({ query }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!hasNextPage) return null
  return (
    <Button
      variant="secondary"
      className="mt-4"
      disabled={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      Show More
    </Button>
  )
}
