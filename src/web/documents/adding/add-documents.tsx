import { Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { DocumentKind } from '#core/documents/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ACCEPTED } from './accepted.ts'
import type { ConfirmFilesProps } from './confirm-files.tsx'
import { useDrop } from './use-drop.ts'

const ConfirmFiles = onDemand<ConfirmFilesProps>(
  async () => (await import('./confirm-files.tsx')).ConfirmFiles,
)

type AddDocumentsProps = { loadId: number | null }

/** A button for files, and the whole page as a place to drop them (SPEC C116). */
export function AddDocuments({ loadId }: AddDocumentsProps) {
  const adding = useAddDocuments('Documents to add', { loadId })
  const isOver = useDrop((files) => adding.add({ loadId, files }), !adding.isOpen)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => adding.choose()}>
        <Upload aria-hidden className="size-4" />
        Add Documents
      </Button>
      {isOver && (
        <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-surface/80">
          <p className="text-lg font-semibold">Drop the documents here</p>
        </div>
      )}
      {adding.parts}
    </>
  )
}

/** `expected`: the type of a document whose type can't be guessed. */
type Target = { loadId: number | null; expected?: DocumentKind }

type AddingDocuments = {
  isOpen: boolean
  /** Lets the person choose files. */
  choose: (target?: Target) => void
  add: (files: Target & { files: File[] }) => void
  /** Must be rendered. */
  parts: ReactNode
}

/** Adds files to a load or the inbox. `label`: of the file field. `target`: unless `choose` names another. */
export function useAddDocuments(label: string, target: Target): AddingDocuments {
  const [opened, setOpened] = useState<Target & { files: File[] }>()
  const chosen = useRef<Target>(undefined)
  const input = useRef<HTMLInputElement>(null)
  return {
    isOpen: opened !== undefined,
    choose(next) {
      chosen.current = next
      input.current?.click()
    },
    add: setOpened,
    parts: (
      <>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={ACCEPTED}
          aria-label={label}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            // Cleared, so that the same file can be chosen again.
            currentTarget.value = ''
            if (files.length) setOpened({ ...(chosen.current ?? target), files })
          }}
        />
        {opened && <ConfirmFiles {...opened} onClose={() => setOpened(undefined)} />}
      </>
    ),
  }
}
