/** Ways to new loads from rate confirmations: choose or drop files, paste a text, or take documents of the inbox (SPEC C124, C480). */
import { FileUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { DocumentFacts } from '#core/documents/documents.ts'
import { ACCEPTED } from '#web/documents/adding/accepted.ts'
import { useDrop } from '#web/documents/adding/use-drop.ts'
import { Button } from '#web/ui/button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { PaperQueueProps } from './paper-queue.tsx'
import { type Paper, selectReadable } from './papers.ts'

const PaperQueue = onDemand<PaperQueueProps>(
  async () => (await import('./paper-queue.tsx')).PaperQueue,
)

export type NewFromConfirmation = {
  /** Lets the person choose files. */
  choose: () => void
  /** Lets the person paste a text or choose a file. */
  openEmpty: () => void
  /** Takes documents of the inbox. */
  openStored: (documents: DocumentFacts[]) => void
  /** The open form, and what tells where to drop files. Must be rendered. */
  parts: ReactNode
}

/** `drops`: files that are dropped anywhere on the page are taken too. Each paper becomes a load, one after the other. */
export function useNewFromConfirmation({ drops }: { drops: boolean }): NewFromConfirmation {
  const [papers, setPapers] = useState<Paper[]>()
  const input = useRef<HTMLInputElement>(null)
  const open = async (files: File[]) => {
    const readable = await selectReadable(files)
    if (readable.length) setPapers(readable.map((file) => ({ file })))
  }
  const isOver = useDrop((files) => void open(files), drops && papers === undefined)
  return {
    choose: () => input.current?.click(),
    openEmpty: () => setPapers([{}]),
    openStored: (documents) => setPapers(documents.map((stored) => ({ stored }))),
    parts: (
      <>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={ACCEPTED}
          aria-label="Rate confirmations (PDFs or photos)"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            // Cleared, so that the same file can be chosen again.
            target.value = ''
            void open(files)
          }}
        />
        {isOver && (
          <p className="pointer-events-none fixed inset-x-4 top-16 z-40 mx-auto max-w-md rounded-md border-2 border-dashed border-accent bg-surface p-4 text-center text-sm shadow-lg">
            Drop rate confirmations here: each becomes a new load
          </p>
        )}
        {papers && <PaperQueue papers={papers} onClose={() => setPapers(undefined)} />}
      </>
    ),
  }
}

/** A place that asks for rate confirmations, in an empty list and in Get Started. */
export function DropConfirmations({ from }: { from: NewFromConfirmation }) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-md border border-dashed border-line-strong px-3 py-2 text-sm text-muted">
      <p>Drop PDFs here: each rate confirmation becomes a load.</p>
      <Button variant="secondary" size="sm" onClick={from.choose}>
        <FileUp aria-hidden className="size-4" />
        From Rate Confirmation
      </Button>
    </div>
  )
}
