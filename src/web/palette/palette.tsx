import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { LONGEST_SEARCH } from '#core/api.ts'
import { getEntity } from '#core/entities/entities.ts'
import {
  findReference,
  type Found,
  isPaper,
  isSingleCharacter,
  noResultsText,
} from '#core/search/search.ts'
import { request } from '#web/api/client.ts'
import { usePermissions, useUser } from '#web/api/session.ts'
import { recordLabel } from '#web/records/format.ts'
import { onEscape } from '#web/ui/overlays/escape.ts'
import { useDestinations } from '#web/ui/screens.ts'
import { isPressed } from '#web/ui/shortcuts.ts'
import { type Command as Chosen, HELP, listCommands, matchesCommand } from './commands.ts'
import { CommandItem, FoundItem, Group } from './items.tsx'
import {
  PALETTE_INPUT,
  PALETTE_PLACEHOLDER,
  PALETTE_SHEET,
  PALETTE_TITLE,
  type PaletteProps,
} from './loading-palette.tsx'

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

type PaletteState = {
  typed: string
  /** The number of records. */
  found: number
  hasCommands: boolean
  searching: boolean
  error: Error | null
}

/** The text below the palette's input; "" if the results need no text. */
export function paletteStatus({
  typed,
  found,
  hasCommands,
  searching,
  error,
}: PaletteState): string {
  if (error) return `Search failed: ${error.message}`
  const needsMore = isSingleCharacter(typed.trim())
  if (found || (hasCommands && !needsMore)) return ''
  return searching ? 'Searching...' : noResultsText(typed)
}

/**
 * The records of every entity that match. While the latest search loads, earlier results stay only if their label or a
 * reference contains the new text: Enter must not open a record that no longer matches.
 */
function useSearchAll(typed: string) {
  const search = typed.trim().slice(0, LONGEST_SEARCH)
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    queryKey: ['search', search],
    queryFn: ({ signal }) =>
      request<Found[]>('GET', `/api/search?${new URLSearchParams({ q: search })}`, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Another screen may have changed a record since.
    gcTime: 0,
  })
  const found = search === '' ? [] : (data ?? [])
  return {
    found: isPlaceholderData ? found.filter((hit) => numberContains(hit, search)) : found,
    searching: search !== '' && isFetching,
    error,
  }
}

function numberContains(hit: Found, search: string): boolean {
  if (isPaper(hit)) return hit.record.number.toLowerCase().includes(search.toLowerCase())
  const { entity, record } = hit
  const label = recordLabel(getEntity(entity), record).toLowerCase()
  return (
    label.includes(search.toLowerCase()) ||
    findReference(getEntity(entity), record, search) !== undefined
  )
}
