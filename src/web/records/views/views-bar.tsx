import { BookmarkPlus, Pencil } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Listing, View } from '#core/entities/entity.ts'
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import type { SavedView } from '#core/lists/views.ts'
import { canSeeView } from '#core/team/visible-listing.ts'
import { usePermissions } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { oneTabStop } from '#web/ui/one-tab-stop.ts'
import { PART } from '#web/ui/tab-style.tsx'
import { isShown, useDeleteView, useSavedViews, useSaveView } from './use-views.ts'

type ViewsBarProps = {
  listing: Listing
  /** The listing with the fields that are hidden from the user. */
  declared: Listing
  /** The list's current search, filters and sort. */
  address: string
  /** The address with the current columns. */
  withColumns: string
}

/** All records, the built-in views and the person's saved views, and which of them is shown. */
function useViews({ listing, declared, address }: ViewsBarProps) {
  const permissions = usePermissions()
  const savedViews = useSavedViews(listing.name).filter((view) =>
    canSeeView(declared, view, permissions),
  )
  // A screen with tabs has a tab for all records.
  const all = listing.tabs ? [] : [{ name: 'All', address: '' }]
  const every = [...all, ...(listing.views ?? []), ...savedViews]
  const shown = every.find((view) => isShown(listing, view, address))
  const shownOwn = savedViews.find((view) => view === shown)
  return { every, shown, savedViews, shownOwn, isPlain: isPlain(listing, address) }
}

/** Whether nothing but a tab of the screen is chosen. */
function isPlain({ tabs }: Listing, address: string): boolean {
  return [...new URLSearchParams(address).keys()].every((name) => name === tabs)
}

/** All views as links, and a button to save or edit the current one. */
export function ViewsBar(props: ViewsBarProps) {
  const { every, isPlain } = useViews(props)
  if (every.length <= 1 && isPlain) return null
  return (
    <nav aria-label="Views" className="flex flex-wrap items-center gap-1 print:hidden">
      <ul ref={oneTabStop} className="contents">
        {every.map((view) => (
          <li key={`${view.name} ${view.address}`}>
            <ViewLink view={view} current={isShown(props.listing, view, props.address)} />
          </li>
        ))}
      </ul>
      <KeepView {...props} />
    </nav>
  )
}

/** All views as the choices of a select, on a phone (SPEC C545). Nothing if all records are the only view. */
export function ViewSelect(props: ViewsBarProps) {
  const { every, shown, isPlain } = useViews(props)
  const navigate = useNavigate()
  if (every.length <= 1) return null
  return (
    <Select
      aria-label="View"
      className="max-w-40 min-w-0 shrink"
      value={shown ? String(every.indexOf(shown)) : ''}
      onChange={(index) => void navigate(`?${every[Number(index)]?.address ?? ''}`)}
      options={[
        ...(shown ? [] : [{ value: '', label: isPlain ? 'All' : 'Your filters' }]),
        ...every.map(({ name }, index) => ({ value: String(index), label: name })),
      ]}
    />
  )
}

/** A button that saves the current filters as a view, or edits the saved view that is shown. */
export function KeepView(props: ViewsBarProps) {
  const { shown, shownOwn, savedViews, isPlain } = useViews(props)
  if (shownOwn) return <EditView key={shownOwn.id} view={shownOwn} />
  if (shown || isPlain) return null
  return <SaveView listing={props.listing} address={props.withColumns} savedViews={savedViews} />
}

function ViewLink({ view, current }: { view: View; current: boolean }) {
  return (
    <Link to={`?${view.address}`} aria-current={current ? 'true' : undefined} className={PART}>
      <span className="max-w-56 truncate">{view.name}</span>
    </Link>
  )
}

/** Renames or deletes the current view. The list does not change. */
function EditView({ view }: { view: SavedView }) {
  const [open, setOpen] = useState(false)
  const saving = useSaveView(() => setOpen(false))
  const deletion = useDeleteView(() => setOpen(false))
  const { list, address } = view

  function show(next: boolean) {
    setOpen(next)
    saving.reset()
  }

  return (
    <Popover
      label={`Edit view ${view.name}`}
      open={open}
      onOpenChange={show}
      trigger={
        <Button variant="ghost" size="sm" className="text-muted">
          <Pencil aria-hidden className="size-4" />
          Edit view
        </Button>
      }
    >
      <ViewName
        start={view.name}
        submit={() => 'Rename'}
        busy={saving.busy}
        error={saving.failure ?? deletion.failure}
        onSubmit={(name) => saving.run({ view, body: { list, name, address } })}
      >
        <Button variant="secondary" disabled={deletion.busy} onClick={() => deletion.run(view)}>
          {deletion.busy ? 'Deleting...' : 'Delete view'}
        </Button>
      </ViewName>
    </Popover>
  )
}

type SaveViewProps = {
  listing: Listing
  /** The list's current search, filters, sort and columns. */
  address: string
  savedViews: SavedView[]
}

/** Saves a view and opens it. The name of an existing view replaces that view. */
function SaveView({ listing, address, savedViews }: SaveViewProps) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const saving = useSaveView((view) => {
    setOpen(false)
    void navigate(`?${view.address}`, { replace: true })
  })
  const findView = (name: string) => savedViews.find((view) => view.name === name.normalize('NFC'))

  function show(next: boolean) {
    setOpen(next)
    saving.reset()
  }

  return (
    <Popover
      label="Save view"
      open={open}
      onOpenChange={show}
      trigger={
        <Button variant="ghost" size="sm">
          <BookmarkPlus aria-hidden className="size-4" />
          Save view
        </Button>
      }
    >
      <ViewName
        start=""
        submit={(name) => (findView(name) ? 'Replace' : 'Save')}
        busy={saving.busy}
        error={saving.failure}
        onSubmit={(name) =>
          saving.run({ view: findView(name), body: { list: listing.name, name, address } })
        }
      />
    </Popover>
  )
}

type ViewNameProps = {
  start: string
  /** The button's label for the typed name. */
  submit: (name: string) => string
  busy: boolean
  error: string | undefined
  onSubmit: (name: string) => void
  /** Further buttons. */
  children?: ReactNode
}

function ViewName({ start, submit, busy, error, onSubmit, children }: ViewNameProps) {
  const [name, setName] = useState(start)
  const [checked, setChecked] = useState(false)
  const missing = checked && name.trim() === '' ? 'Name is required' : undefined

  function send(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (name.trim() !== '' && !busy) onSubmit(name.trim())
  }

  return (
    <form noValidate onSubmit={send} className="grid gap-1">
      <Labeled label="View name" name="view" error={missing ?? error} required>
        {(aria) => (
          <TextInput
            {...aria}
            maxLength={SHORT_LENGTH}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Labeled>
      <div className="flex flex-wrap justify-end gap-2">
        {children}
        <Button type="submit">{busy ? 'Saving...' : submit(name.trim())}</Button>
      </div>
    </form>
  )
}
