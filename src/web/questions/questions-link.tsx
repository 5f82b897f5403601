import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { Link } from 'react-router'
import { LINK_BUTTON } from '#web/ui/button.tsx'
import { openQuestionsQuery } from './queries.ts'

/** Links to the open questions and shows their number. Renders nothing if there are none. */
export function QuestionsLink() {
  const { data } = useInfiniteQuery(openQuestionsQuery)
  const total = data?.pages[0]?.total ?? 0
  if (total === 0) return null
  return (
    <Link className={LINK_BUTTON} to="/settlements/questions">
      <MessageCircleQuestion aria-hidden className="size-4" />
      Questions ({total})
    </Link>
  )
}
