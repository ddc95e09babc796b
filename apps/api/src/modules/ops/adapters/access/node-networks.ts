import { BlockList, isIP } from 'node:net';
import { Networks } from '../../application/networks.ts';

export class NodeNetworks extends Networks {
  override from(text: string): string | null {
    const [address = '', bits, more] = text.trim().toLowerCase().split('/');
    const most = { 4: 32, 6: 128 }[isIP(address)];
    if (most === undefined || more !== undefined || address.includes('%')) return null;
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : 0;
    return prefix >= 1 && prefix <= most ? `${address}/${prefix}` : null;
  }

  override hold(networks: readonly string[], address: string): boolean {
    const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    if (isIP(plain) === 0) return false;
    const list = new BlockList();
    for (const network of networks) {
      const [base = '', prefix] = network.split('/');
      list.addSubnet(base, Number(prefix), isIP(base) === 4 ? 'ipv4' : 'ipv6');
    }
    return list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
  }
}
