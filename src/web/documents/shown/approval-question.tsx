import type { ComponentProps } from 'react'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'

/** Asks before a document that shows the approval of a charge is deleted, moved or replaced (SPEC C157). */
export function ApprovalQuestion(
  props: Required<Pick<ComponentProps<typeof QuestionDialog>, 'request' | 'label'>>,
) {
  return <QuestionDialog {...props} title="This document shows a charge’s approval" />
}
