import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type ChooseOneProps = {
  title: string
  description: string
  /** The texts of the buttons. */
  options: readonly string[]
  onChoose: (at: number) => void
  onClose: () => void
}

/** What was opened has several papers or loads: the person chooses the one to enter. */
export function ChooseOne({ title, description, options, onChoose, onClose }: ChooseOneProps) {
  return (
    <Dialog
      open
      title={title}
      description={description}
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="flex flex-wrap gap-2">
        {options.map((option, at) => (
          <Button key={at} variant="secondary" onClick={() => onChoose(at)}>
            {option}
          </Button>
        ))}
      </div>
      <div className="flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
