/** Requests of the demo's scripts to a running server. */

type Made = { id: number }
/** `name`: the path after `/api/`. Throws on any error. */
export type Send = <Sent = Made>(method: string, name: string, body: object) => Promise<Sent>
export type Post = <Sent = Made>(name: string, body: object) => Promise<Sent>

/** `cookie`: the account's session. */
export function createSend(url: string, cookie: string): Send {
  return async <Sent>(method: string, name: string, body: object) => {
    const response = await fetch(`${url}/api/${name}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${name} ${response.status}: ${await response.text()}`)
    return (await response.json()) as Sent
  }
}

/** One after the other, so that the lists show the records in this order. */
export async function makeInOrder<Item, Sent>(
  items: Iterable<Item>,
  make: (item: Item, index: number) => Promise<Sent>,
): Promise<Sent[]> {
  const made: Sent[] = []
  for (const item of items) made.push(await make(item, made.length))
  return made
}
