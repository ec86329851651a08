import {lookup as resolveName} from 'node:dns/promises';

/** Every address behind a name. Rejects where there is none. */
export type LookUp = (hostname: string) => Promise<readonly string[]>;

export const lookUpAll: LookUp = async hostname =>
	(await resolveName(hostname, {all: true})).map(({address}) => address);
