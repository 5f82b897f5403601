/** The networks that an address belongs to. Limits on guesses and sign-ups count each of them. */
import { isIP } from 'node:net'

/** `share`: how many times the limit of one address the network may use. */
export type Network = { name: string; share: number }

/**
 * From the narrowest to the widest. One IPv6 subscriber has a /64, often a /56, sometimes a /48. IPv4 addresses come
 * in blocks of 256.
 */
export function listNetworks(address: string): [Network, ...Network[]] {
  const [bare = ''] = withoutPort(address).split('%')
  if (isIP(bare) === 0) return [{ name: address, share: 1 }]
  const groups = isIP(bare) === 4 ? undefined : parseGroups(bare)
  const ipv4 = groups ? parseMapped(groups) : bare
  if (ipv4) {
    const block = `${ipv4.split('.').slice(0, 3).join('.')}.0/24`
    return [
      { name: ipv4, share: 1 },
      { name: block, share: 4 },
    ]
  }
  const [a = 0, b = 0, c = 0, d = 0] = groups ?? []
  const name = (size: number, ...parts: number[]) =>
    `${parts.map((part) => part.toString(16)).join(':')}::/${size}`
  return [
    { name: name(64, a, b, c, d), share: 1 },
    { name: name(56, a, b, c, d & 0xff_00), share: 2 },
    { name: name(48, a, b, c), share: 4 },
  ]
}

/** The widest and the narrowest network, for turns in a fair queue. */
export function toTurns(address: string): [string, string] {
  const networks = listNetworks(address)
  return [networks.at(-1)?.name ?? '', networks[0].name]
}

/** Some proxies add the client's port, which changes with each connection: "192.0.2.1:4711", "[2001:db8::1]:443". */
function withoutPort(address: string): string {
  const parts = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+))(?::\d+)?$/.exec(address)?.groups
  return parts?.v6 ?? parts?.v4 ?? address
}

/** The eight groups of an IPv6 address; "::ffff:192.0.2.1" ends in two groups. */
function parseGroups(address: string): number[] {
  const dotted = /\d+\.\d+\.\d+\.\d+$/.exec(address)?.[0]
  const [a = 0, b = 0, c = 0, d = 0] = (dotted ?? '').split('.').map(Number)
  const tail = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  const plain = dotted ? address.replace(dotted, tail) : address
  const [before = '', after = ''] = plain.split('::')
  const [head, end] = [splitGroups(before), splitGroups(after)]
  return [...head, ...Array<number>(8 - head.length - end.length).fill(0), ...end]
}

function splitGroups(text: string): number[] {
  return text ? text.split(':').map((group) => Number.parseInt(group, 16)) : []
}

/** The IPv4 address within "::ffff:192.0.2.1". */
function parseMapped(groups: number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups[5] === 0xff_ff && groups.slice(0, 5).every((group) => group === 0)
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined
}
