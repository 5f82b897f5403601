import { Button } from '#web/ui/button.tsx'

type MoreQuestionsProps = {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** Shows the next page of questions. Nothing on the last page. */
export function MoreQuestions({ query }: MoreQuestionsProps) {
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
