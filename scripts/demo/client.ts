/** Requests of the demo's scripts to a running server. */

type Created = { id: number }
/** `name`: the path after `/api/`. Throws on any error. */
export type Send = <Result = Created>(method: string, name: string, body: object) => Promise<Result>
/** `type`: of the file; a PDF without it. */
export type Upload = (name: string, file: Buffer, type?: string) => Promise<Created>
export type Post = <Result = Created>(name: string, body: object) => Promise<Result>

/** `cookie`: the account's session. */
export function createSend(url: string, cookie: string): Send {
  return async <Result>(method: string, name: string, body: object) => {
    const response = await fetch(`${url}/api/${name}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${name} ${response.status}: ${await response.text()}`)
    return (response.status === 204 ? undefined : await response.json()) as Result
  }
}

export function createUpload(url: string, cookie: string): Upload {
  return async (name, file, type = 'application/pdf') => {
    const response = await fetch(`${url}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': type, cookie },
      body: new Uint8Array(file),
    })
    if (!response.ok) throw new Error(`${name} ${response.status}: ${await response.text()}`)
    return (await response.json()) as Created
  }
}

/** Makes the records one after the other, so that the lists show them in this order. */
export async function makeInOrder<Item, Result>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await make(item, results.length))
  return results
}
