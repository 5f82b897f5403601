import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCOUNT_KINDS, FACTORING, listAccountKinds } from '#core/books/account-kinds.ts'
import type { AccountMap, AccountMapping } from '#core/books/books.ts'
import { FACTORING_METHODS, type FactoringMethod } from '#core/books/factoring-methods.ts'
import { ApiError, request } from '#web/api/client.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { messageFor } from '#web/api/request-key.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Query } from '#web/ui/query.tsx'
import { accountMapQuery } from './queries.ts'

/** The accountant's name for each account, and for each item of the invoice CSV (SPEC C220). */
export function AccountMapCard({ mayChange }: { mayChange: boolean }) {
  const query = useQuery(accountMapQuery)
  return (
    <Card
      title="Account Map"
      description="Write each name exactly as in QuickBooks: QuickBooks Desktop creates an account for any other name."
    >
      <Query of={query} skeleton="h-96">
        {(data) => <MapForm key={data.version} map={data} mayChange={mayChange} />}
      </Query>
    </Card>
  )
}

function MapForm({ map, mayChange }: { map: AccountMap; mayChange: boolean }) {
  const form = useAccountMap(map)
  const { read, change, factoring, setFactoring, fillSuggestions, save, saving, error } = form
  const groups = [...Map.groupBy(listAccountKinds(factoring), ({ group }) => group)]
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {groups.map(([group, kinds]) => (
        <fieldset key={group} className="grid min-w-0 gap-2">
          <legend className="pb-1 text-sm font-semibold">{group}</legend>
          {group === FACTORING && (
            <FactoringMethodField
              value={factoring}
              isFixed={map.isFactoringFixed}
              mayChange={mayChange}
              onChange={setFactoring}
            />
          )}
          {kinds.map(({ kind, label, suggestion, item }) => (
            <div
              key={kind}
              className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1fr)]"
            >
              <span className="text-sm">{label}</span>
              <TextInput
                aria-label={`Account of ${label}, ${group}`}
                placeholder={suggestion}
                disabled={!mayChange}
                value={read(kind).account}
                onChange={(event) => change(kind, { account: event.target.value })}
              />
              {item && (
                <TextInput
                  aria-label={`Item of ${label}`}
                  placeholder={`Item: ${label}`}
                  disabled={!mayChange}
                  value={read(kind).item}
                  onChange={(event) => change(kind, { item: event.target.value })}
                />
              )}
            </div>
          ))}
        </fieldset>
      ))}
      {error && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {error}
        </p>
      )}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={saving}>
            {saving ? 'Saving...' : 'Save Account Map'}
          </Button>
          <Button variant="secondary" onClick={fillSuggestions}>
            Fill In Suggestions
          </Button>
        </div>
      )}
    </form>
  )
}

type Names = Pick<AccountMapping, 'account' | 'item'>

const BLANK: Names = { account: '', item: '' }

function useAccountMap({ accounts, factoring: saved, version }: AccountMap) {
  const [factoring, setFactoring] = useState(saved)
  const [names, setNames] = useState<Record<string, Names>>(() =>
    Object.fromEntries(accounts.map(({ kind, account, item }) => [kind, { account, item }])),
  )
  const [message, setMessage] = useState<string>()
  const saving = useAction({
    send: () => {
      const sent = ACCOUNT_KINDS.map(({ kind }) => ({ kind, ...BLANK, ...names[kind] }))
      const headers = { 'If-Match': `"${version}"` }
      return request<AccountMap>('PUT', '/api/books/accounts', {
        body: { accounts: sent, factoring },
        headers,
      })
    },
    done: 'Account map saved',
    onConflict: () => setMessage('Someone else saved the map. Reload the page to see it.'),
    onDone: (map) => queryClient.setQueryData(accountMapQuery.queryKey, map),
    onFailure: (error) => setMessage(describe(error)),
    refetch: refetchLists,
  })

  return {
    factoring,
    setFactoring,
    read: (kind: string): Names => names[kind] ?? BLANK,
    change(kind: string, change: Partial<Names>) {
      setNames((all) => ({ ...all, [kind]: { ...BLANK, ...all[kind], ...change } }))
    },
    /** Keeps the names that were typed. */
    fillSuggestions() {
      setNames((all) =>
        Object.fromEntries(
          ACCOUNT_KINDS.map(({ kind, suggestion, item, label }) => {
            const { account, item: typed } = all[kind] ?? BLANK
            return [kind, { account: account || suggestion, item: typed || (item ? label : '') }]
          }),
        ),
      )
    },
    save() {
      setMessage(undefined)
      saving.run()
    },
    saving: saving.busy,
    error: message,
  }
}

/** The first message of a field, if there is one. */
function describe(error: Error): string {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
  return Object.values(fields)[0]?.[0] ?? messageFor(error)
}

type MethodFieldProps = {
  value: FactoringMethod | null
  isFixed: boolean
  mayChange: boolean
  onChange: (method: FactoringMethod | null) => void
}

/** How factored invoices are recorded. It can no longer change after a file with factor entries (SPEC C243). */
function FactoringMethodField({ value, isFixed, mayChange, onChange }: MethodFieldProps) {
  const help = FACTORING_METHODS.find((method) => method.value === value)?.help
  const hint = isFixed
    ? `${help ?? ''} A file already has factor entries, so this can’t change.`
    : `${help ?? 'Ask your accountant.'} It can’t change after the first file with factor entries.`
  return (
    <Labeled label="Factored Invoices" name="factoring" hint={hint}>
      {(aria) => (
        <Select
          {...aria}
          className="sm:max-w-xs"
          value={value ?? ''}
          placeholder="Not Chosen"
          options={FACTORING_METHODS}
          disabled={!mayChange || isFixed}
          onChange={(chosen) =>
            onChange(FACTORING_METHODS.find((method) => method.value === chosen)?.value ?? null)
          }
        />
      )}
    </Labeled>
  )
}
