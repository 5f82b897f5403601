import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Keys } from '#web/ui/keys.tsx'
import { SHORTCUTS, type ShortcutName } from '#web/ui/shortcuts.ts'

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[]
const PLACES = [...new Set(NAMES.map((name) => SHORTCUTS[name].where))]

/** All shortcuts, grouped by where they work. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Keyboard Shortcuts" onOpenChange={(open) => !open && onClose()}>
      {PLACES.map((place) => (
        <section key={place} className="grid gap-1">
          <h3 className="text-sm font-semibold">{place}</h3>
          <dl className="grid text-sm">
            {NAMES.filter((name) => SHORTCUTS[name].where === place).map((name) => (
              <div
                key={name}
                className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-b-0"
              >
                <dt>{SHORTCUTS[name].label}</dt>
                <dd className="shrink-0">
                  <Keys of={name} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
