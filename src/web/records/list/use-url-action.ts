import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import { request } from '#web/api/client.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/**
 * What an address asks for once: `/drivers?add`, `/loads?edit=7`. It is taken out of the address at
 * once, so that a reload or Back does not ask again (SPEC A2.loads: the address goes back to /loads).
 */
export function useUrlAction(name: string, answer: (value: string) => void): void {
  const [params, setParams] = useSearchParams()
  const asked = params.get(name)
  const hear = useEffectEvent((value: string) => {
    setParams((before) => without(before, name), { replace: true })
    answer(value)
  })

  useEffect(() => {
    if (asked !== null) hear(asked)
  }, [asked])
}

/** The same for `?name=7`: reads that record, and says so where it is not there. */
export function useUrlRecord(
  { name: table, singular }: Pick<Entity, 'name' | 'singular'>,
  name: string,
  answer: (record: AnyRecord) => void,
): void {
  useUrlAction(name, (id) => {
    if (!/^\d{1,15}$/.test(id)) return
    request<AnyRecord>('GET', `/api/${table}/${id}`).then(answer, (error: Error) =>
      toastFailure(`${singular} could not be opened`, error.message),
    )
  })
}

function without(params: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete(name)
  return rest
}
