import { useState } from 'react'
import { pluralize } from '#core/pluralize.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { ConfirmationScreen } from './confirmation-screen.tsx'
import { type Paper, selectReadable } from './papers.ts'

export type PaperQueueProps = { papers: Paper[]; onClose: () => void }

/** The papers one after the other, each in its own form. Says which one is open, and which were left out (SPEC C480). */
export function PaperQueue({ papers: first, onClose }: PaperQueueProps) {
  const [papers, setPapers] = useState(first)
  const [at, setAt] = useState(0)
  // Papers by their place.
  const [saved, setSaved] = useState<ReadonlySet<number>>(new Set())
  const [isSkipped, setSkipped] = useState(false)
  // Another file in the same place is another paper.
  const [replaced, setReplaced] = useState(0)
  const left = papers.length - at - 1

  function end() {
    if (papers.length > 1) toastEnd(papers, saved)
    onClose()
  }

  function next() {
    setSkipped(false)
    if (left === 0) return end()
    setAt(at + 1)
  }

  /** The chosen files take the place of the open paper. */
  async function replace(files: File[]) {
    const chosen = (await selectReadable(files)).map((file) => ({ file }))
    if (!chosen.length) return
    setPapers([...papers.slice(0, at), ...chosen, ...papers.slice(at + 1)])
    setReplaced(replaced + 1)
  }

  if (isSkipped) {
    return (
      <Dialog
        open
        title={`${nameOf(papers[at])} Was Not Entered`}
        description={`${pluralize(left, 'document')} ${left === 1 ? 'is' : 'are'} left.`}
        onOpenChange={(open) => !open && end()}
      >
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={end}>
            Stop
          </Button>
          <Button data-first-focus onClick={next}>
            Next Document
          </Button>
        </div>
      </Dialog>
    )
  }
  const paper = papers[at] ?? {}
  return (
    <ConfirmationScreen
      key={`${at} ${replaced}`}
      paper={paper}
      place={papers.length > 1 ? ` (${at + 1} of ${papers.length})` : ''}
      onFiles={(files) => void replace(files)}
      onSaved={() => setSaved(new Set([...saved, at]))}
      onClose={() => (left === 0 || saved.has(at) ? next() : setSkipped(true))}
    />
  )
}

function toastEnd(papers: Paper[], saved: ReadonlySet<number>): void {
  const skipped = papers.filter((_, at) => !saved.has(at))
  toast(
    `${saved.size} of ${pluralize(papers.length, 'document')} entered`,
    skipped.length ? `Not entered: ${skipped.map(nameOf).join(', ')}` : undefined,
  )
}

function nameOf(paper: Paper | undefined): string {
  return paper?.file?.name ?? paper?.stored?.originalName ?? 'The document'
}
