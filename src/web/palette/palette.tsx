import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { onEscape } from '#web/ui/overlays/escape.ts'
import { usePermissions, useUser } from '#web/api/session.ts'
import { useDestinations } from '#web/ui/screens.ts'
import { isPressed } from '#web/ui/shortcuts.ts'
import { HELP, listCommands, matchesCommand, type Command as Chosen } from './commands.ts'
import { CommandItem, FoundItem, Group } from './items.tsx'
import {
  PALETTE_INPUT,
  PALETTE_PLACEHOLDER,
  PALETTE_SHEET,
  PALETTE_TITLE,
  type PaletteProps,
} from './loading-palette.tsx'
import { paletteStatus } from './palette-status.ts'
import { useSearchAll } from './use-search-all.ts'

/** Ctrl or Cmd + K: finds a record by number or name, opens a screen, adds a record. Enter chooses. */
export function Palette({ typed, onType, entered, onClose, onHelp, onSwitch }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null)
  const { found, searching, error } = useSearchAll(typed)
  const navigate = useNavigate()
  const destinations = useDestinations()
  const permissions = usePermissions()
  const user = useUser()
  const every = user ? listCommands(destinations, permissions, user) : []
  const groups = every.map(({ heading, commands }) => ({
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
    if (command !== HELP && command.accountId === undefined) return go(command.to)
    onClose()
    if (command.accountId === undefined) onHelp()
    else onSwitch(command.accountId)
  }

  const chooseFirst = useEffectEvent(() => {
    const [first] = groups.flatMap(({ commands }) => commands)
    if (entered && first) choose(first)
  })

  useEffect(() => chooseFirst(), [])

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          className={PALETTE_SHEET}
          onOpenAutoFocus={(event) => {
            // Radix would select the text that was typed while this loaded, and the next letter would replace it.
            event.preventDefault()
            input.current?.focus()
            input.current?.setSelectionRange(typed.length, typed.length)
          }}
          onKeyDown={(event) => {
            closeByEscape(event)
            if (!isPressed('palette', event)) return
            event.preventDefault()
            onClose()
          }}
        >
          <Dialog.Title className="sr-only">{PALETTE_TITLE}</Dialog.Title>
          <Command shouldFilter={false} label={PALETTE_TITLE} loop>
            <Command.Input
              ref={input}
              value={typed}
              onValueChange={onType}
              placeholder={PALETTE_PLACEHOLDER}
              className={PALETTE_INPUT}
            />
            <p role="status" className="px-4 text-sm text-muted not-empty:pt-4">
              {paletteStatus({ typed, found: found.length, hasCommands, searching, error })}
            </p>
            <Command.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-2">
              {found.map((hit) => (
                <FoundItem
                  key={`${hit.entity} ${hit.record.id}`}
                  found={hit}
                  typed={typed}
                  onGo={go}
                />
              ))}
              {groups.map(({ heading, commands }) => (
                <Group key={heading} heading={heading} hidden={!commands.length}>
                  {commands.map((command) => (
                    <CommandItem
                      key={command.accountId ?? command.title}
                      command={command}
                      onChoose={choose}
                    />
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
