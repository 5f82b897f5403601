import { Button } from '#web/ui/button.tsx'
import { ariaKeys } from '#web/ui/shortcuts.ts'

type FormFootProps = {
  onCancel: () => void
  /** The label of the button that saves. */
  save: string
  /** The button's label while it saves. */
  saving?: string
  busy: boolean
}

/** The last row of a form: Cancel, and the button that saves. While it saves, the button keeps the focus and does nothing. */
export function FormFoot({ onCancel, save, saving = 'Saving...', busy }: FormFootProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        aria-disabled={busy}
        aria-keyshortcuts={ariaKeys('save')}
        onClick={(event) => busy && event.preventDefault()}
      >
        {busy ? saving : save}
      </Button>
    </div>
  )
}
