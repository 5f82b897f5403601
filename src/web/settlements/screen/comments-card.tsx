import { CommentThread } from '#web/comments/thread.tsx'
import { useSettlement } from './use-settlement.ts'

/** The comments of the saved settlement. */
export function CommentsCard() {
  const billing = useSettlement().loaded?.billing
  return billing ? <CommentThread key={billing.id} kind="billing" id={billing.id} /> : null
}
