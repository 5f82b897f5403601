import { useState } from 'react'
import { pluralize } from '#core/pluralize.ts'
import { refetchLists } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useRemoveSample, useSampleState } from './queries.ts'

/** Asks, removes the sample data, and then names what was kept (SPEC C65). */
export function RemoveSampleButton() {
  const [shown, setShown] = useState<'question' | string[]>()
  const close = () => setShown(undefined)
  const finish = () => {
    close()
    void refetchLists()
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setShown('question')}>
        Remove Sample Data
      </Button>
      {shown === 'question' && (
        <RemoveDialog
          onClose={close}
          onRemoved={(kept) => (kept.length ? setShown(kept) : finish())}
        />
      )}
      {Array.isArray(shown) && <KeptDialog kept={shown} onClose={finish} />}
    </>
  )
}

type RemoveDialogProps = { onClose: () => void; onRemoved: (kept: string[]) => void }

function RemoveDialog({ onClose, onRemoved }: RemoveDialogProps) {
  const { data } = useSampleState()
  const [keepChanged, setKeepChanged] = useState(true)
  const remove = useRemoveSample(onRemoved)
  const changed = data?.changed ?? []
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Remove the sample data?"
      description="Deletes the sample records and their draft settlements. Records that you added stay, and so do the sample records that they use."
    >
      {changed.length > 0 && (
        <div className="grid gap-2 text-sm">
          <CheckLine
            label={`Keep ${pluralize(changed.length, 'sample record')} that you changed`}
            checked={keepChanged}
            onChange={setKeepChanged}
          />
          <NameList names={changed} />
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          disabled={!data || remove.busy}
          onClick={() => remove.run(keepChanged ? 'keep' : 'remove')}
        >
          {remove.busy ? 'Removing...' : 'Remove Sample Data'}
        </Button>
      </div>
    </Dialog>
  )
}

function KeptDialog({ kept, onClose }: { kept: string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${pluralize(kept.length, 'record')} kept`}
      description="You changed these records, or your records use them. They are now your records: edit or delete them on their lists."
    >
      <NameList names={kept} />
      <Button className="justify-self-end" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}

function NameList({ names }: { names: string[] }) {
  return (
    <ul
      // Focusable, so that it can be scrolled by keyboard.
      tabIndex={0}
      aria-label="Sample records"
      className="max-h-48 overflow-y-auto rounded-md border border-line p-3 text-sm wrap-anywhere"
    >
      {names.map((name, index) => (
        <li key={index}>{name}</li>
      ))}
    </ul>
  )
}
