import { SearchCheck } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import type { MatchedPurchases } from '#core/cards/decide.ts'
import { APPROVED_WEEKS, type ApprovedWeeks } from '#core/cards/imports.ts'
import { cardPurchases } from '#core/cards/purchase-list.ts'
import { pluralize } from '#core/pluralize.ts'
import { ApiError, request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { RadioChoice } from '#web/transfer/radio-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormFoot } from '#web/ui/overlays/form-foot.tsx'

type Look = { moves: 'no' | 'yes'; approvedWeeks?: ApprovedWeeks | undefined }

/** Looks again for the trucks: cards may have been added or moved since. Asks about weeks that were settled before (SPEC C565, C571). */
export function LookAgain() {
  const [moved, setMoved] = useState(0)
  const [asked, setAsked] = useState<Look & { message: string }>()
  const [approvedWeeks, setApprovedWeeks] = useState<ApprovedWeeks>()
  const looking = useAction({
    send: ({ moves, approvedWeeks: answer }: Look) => {
      const query = new URLSearchParams({ moves, ...(answer && { approvedWeeks: answer }) })
      return request<MatchedPurchases>('POST', `/api/${cardPurchases.name}/match?${query}`)
    },
    done: (result, { moves }) =>
      moves === 'yes'
        ? `${pluralize(result.moved, 'purchase')} moved`
        : describeFound(result.found),
    failed: (failure) => (isQuestion(failure) ? '' : 'Failed to look for trucks'),
    onFields: ({ approvedWeeks: messages }, look) =>
      setAsked(messages?.[0] === undefined ? undefined : { ...look, message: messages[0] }),
    onDone: (result, { moves }) => {
      forget()
      setMoved(moves === 'yes' ? 0 : result.moved)
    },
  })

  /** An answer counts for its question only. */
  function forget() {
    setAsked(undefined)
    setApprovedWeeks(undefined)
  }

  function answer(event: SubmitEvent) {
    event.preventDefault()
    if (asked) looking.run({ moves: asked.moves, approvedWeeks })
  }

  return (
    <>
      <Button
        variant="secondary"
        title="Look again for the trucks of purchases"
        disabled={looking.busy}
        onClick={() => looking.run({ moves: 'no' })}
      >
        <SearchCheck aria-hidden className="size-4" />
        <span className="max-xl:sr-only">Find Trucks</span>
      </Button>
      <ConfirmDialog
        open={moved > 0}
        title={`Move ${pluralize(moved, 'purchase')} to another truck?`}
        description="The cards say now that they are another truck’s. They leave their drafts; what is on a statement stays."
        confirm="Move"
        busy={looking.busy}
        onConfirm={() => looking.run({ moves: 'yes' })}
        onCancel={() => setMoved(0)}
      />
      <Dialog
        open={asked !== undefined}
        title="Charged before?"
        description="The trucks of these purchases are known now."
        onOpenChange={(open) => !open && forget()}
      >
        <form className="grid gap-3" onSubmit={answer}>
          <RadioChoice
            legend={asked?.message ?? ''}
            options={APPROVED_WEEKS}
            chosen={approvedWeeks}
            onChoose={setApprovedWeeks}
          />
          <FormFoot
            save="Find Trucks"
            busy={looking.busy || approvedWeeks === undefined}
            onCancel={forget}
          />
        </form>
      </Dialog>
    </>
  )
}

function isQuestion(failure: Error): boolean {
  return failure instanceof ApiError && failure.fields?.approvedWeeks !== undefined
}

function describeFound(found: number): string {
  return found ? `The truck of ${pluralize(found, 'purchase')} was found` : 'No truck was found'
}
