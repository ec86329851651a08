import {ProtocolError} from '@modelcontextprotocol/client';
import {describe, expect, it} from 'vitest';
import {openRequiredPages, requiredPages} from '../../../../source/core/mcp/requests/required-pages.ts';
import {createFakeRequests} from '../../../helpers/fake-requests.ts';

const page = (url: string) => ({mode: 'url', message: 'Open this.', url, elicitationId: 'e1'});
const wanting = (...elicitations: readonly unknown[]) =>
	new ProtocolError(-32042, 'Pages first.', {elicitations});
const never = new AbortController().signal;

describe('the pages that a server wants opened first', () => {
	it('are read from its error', () => {
		expect(requiredPages(wanting(page('https://example.org/a')))).toEqual([page('https://example.org/a')]);
	});

	it('are none in any other error', () => {
		for (const error of [new Error('no'), new ProtocolError(-32603, 'no'), 'no', undefined]) {
			expect(requiredPages(error)).toBeUndefined();
		}
	});

	it('leave out what is no page, and are never many', () => {
		expect(requiredPages(wanting(page('file:///etc/passwd'), {mode: 'form'}, 3))).toEqual([]);
		expect(requiredPages(new ProtocolError(-32042, 'x', 'nonsense'))).toEqual([]);
		const many = Array.from({length: 100}, () => page('https://example.org'));
		expect(requiredPages(wanting(...many))).toHaveLength(5);
	});

	it('count as opened when the user says so of every one', async () => {
		const pages = requiredPages(wanting(page('https://example.org/a'), page('https://example.org/b'))) ?? [];
		const willing = createFakeRequests({elicit: async () => ({action: 'accept'})});
		await expect(openRequiredPages('s', pages, willing, never)).resolves.toBe(true);
		expect(willing.elicited).toEqual(pages);
		const unwilling = createFakeRequests({elicit: async () => ({action: 'decline'})});
		await expect(openRequiredPages('s', pages, unwilling, never)).resolves.toBe(false);
		expect(unwilling.elicited).toHaveLength(1);
		await expect(openRequiredPages('s', [], willing, never)).resolves.toBe(false);
	});
});
