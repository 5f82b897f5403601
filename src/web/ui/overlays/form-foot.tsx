import { Button } from '#web/ui/button.tsx'

type FormFootProps = {
  onCancel: () => void
  /** The label of the button that saves. */
  save: string
  busy: boolean
}

/** The last row of a form in a dialog: Cancel, and the button that saves. */
export function FormFoot({ onCancel, save, busy }: FormFootProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" disabled={busy}>
        {busy ? 'Saving...' : save}
      </Button>
    </div>
  )
}
