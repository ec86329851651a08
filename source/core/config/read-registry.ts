import {isLoopback} from '../../support/loopback.ts';
import type {ConfigPage} from './config-page.ts';

const problemOf = (written: unknown): string | undefined => {
	if (typeof written !== 'string' || !URL.canParse(written.trim())) {
		return 'expected the address of an MCP registry, such as "https://registry.example.com"';
	}
	const {protocol, hostname, username, password, search, hash} = new URL(written.trim());
	if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
		return 'expected an https:// address; plain http:// only on this machine';
	}
	if (username !== '' || password !== '') return 'a user name or password does not belong in this address';
	return search === '' && hash === '' ? undefined : 'expected an address without "?" and "#"';
};

/** Where servers are searched for. */
export const readRegistry = (
	page: ConfigPage,
): {readonly registry?: string; readonly problems: readonly string[]} => {
	if (!page.has('registry')) return {problems: []};
	const written = page.valueOf('registry');
	const problem = problemOf(written);
	return problem === undefined
		? {registry: String(written).trim(), problems: []}
		: {problems: [page.describe([page.spelling('registry')], problem)]};
};
