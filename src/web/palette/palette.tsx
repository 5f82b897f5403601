import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { onEscape } from '#web/ui/overlays/escape.ts'
import { isPressed } from '#web/ui/shortcuts.ts'
import { COMMANDS, HELP, matchesCommand, type Command as Chosen } from './commands.ts'
import { CommandItem, FoundItem, Group } from './items.tsx'
import { paletteStatus } from './palette-status.ts'
import { useSearchAll } from './use-search-all.ts'

export type PaletteProps = { onClose: () => void; onHelp: () => void }

/** Ctrl or Cmd + K: finds a record by number or name, opens a screen, adds a record. Enter chooses. */
export function Palette({ onClose, onHelp }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const { found, searching, error } = useSearchAll(typed)
  const navigate = useNavigate()
  const groups = COMMANDS.map(({ heading, commands }) => ({
    heading,
    commands: commands.filter((command) => matchesCommand(command, typed)),
  }))
  const hasCommands = groups.some(({ commands }) => commands.length)
  const closeByEscape = onEscape(onClose)

  function go(to: string) {
    onClose()
    void navigate(to)
  }

  function choose(command: Chosen) {
    if (command !== HELP) return go(command.to)
    onClose()
    onHelp()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-1.5rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-xl"
          onKeyDown={(event) => {
            closeByEscape(event)
            if (!isPressed('palette', event)) return
            event.preventDefault()
            onClose()
          }}
        >
          <Dialog.Title className="sr-only">Search or jump to…</Dialog.Title>
          <Command shouldFilter={false} label="Search or jump to…" loop>
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              placeholder="Search loads, trucks, drivers, brokers, owners…"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-sm outline-none pointer-coarse:text-base placeholder:text-muted"
            />
            <p role="status" className="px-4 text-sm text-muted not-empty:pt-4">
              {paletteStatus({ typed, found: found.length, hasCommands, searching, error })}
            </p>
            <Command.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-2">
              {found.map((hit) => (
                <FoundItem key={`${hit.entity} ${hit.record.id}`} found={hit} onGo={go} />
              ))}
              {groups.map(({ heading, commands }) => (
                <Group key={heading} heading={heading} hidden={!commands.length}>
                  {commands.map((command) => (
                    <CommandItem key={command.title} command={command} onChoose={choose} />
                  ))}
                </Group>
              ))}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
