import { useState } from 'react'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import { listEndings, type SecretEndings } from '#core/entities/secret-endings.ts'
import { revealRecord } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'

type SecretFactProps = { entity: Entity; record: AnyRecord; name: string; label: string }

/** The last four characters of bank details or a tax ID; the whole value on request, which the server logs (SPEC C73). */
export function SecretFact({ entity, record, name, label }: SecretFactProps) {
  const [shown, setShown] = useState<string>()
  const isKnown = record[name] !== undefined
  const { run: show, busy } = useAction({
    send: async () => (isKnown ? record : revealRecord(entity.name, record.id)),
    failed: `Couldn't show the ${label.toLowerCase()}`,
    onDone: (complete) => setShown(String(complete[name] ?? '')),
    refetch: 'nothing',
  })
  const endings = isKnown
    ? listEndings(entity.fields, record)
    : (record.endings as SecretEndings | undefined)
  const ending = endings?.[name] ?? null
  if (ending === null) return 'Not on file'
  const isShown = shown !== undefined
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span>{shown ?? (ending === '' ? 'On file' : `Ends in ${ending}`)}</span>
      <button
        type="button"
        aria-label={`${isShown ? 'Hide' : 'Show'} ${label}`}
        aria-disabled={busy}
        className="hit-area text-accent-strong underline"
        onClick={() => (isShown ? setShown(undefined) : show())}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </span>
  )
}
