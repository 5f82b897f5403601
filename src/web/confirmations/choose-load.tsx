import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type ChooseLoadProps = {
  loads: readonly string[]
  onChoose: (load: string) => void
  onClose: () => void
}

/** A paper with several loads: the person chooses the one to enter, so that their values are never mixed (SPEC C410). */
export function ChooseLoad({ loads, onChoose, onClose }: ChooseLoadProps) {
  return (
    <Dialog
      open
      title="This Confirmation Has Several Loads"
      description="Choose the load to enter. For the others, open the same file again."
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="flex flex-wrap gap-2">
        {loads.map((load) => (
          <Button key={load} variant="secondary" onClick={() => onChoose(load)}>
            Load {load}
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
