import {describe, expect, it} from 'vitest';
import {createTrafficLog} from '../../../../source/core/mcp/traffic/traffic-log.ts';
import {hideTokens} from '../../../../source/support/hide-tokens.ts';
import {createRedactor} from '../../../../source/support/redactor.ts';

const setUp = () => {
	const redactor = createRedactor();
	const {log, record} = createTrafficLog({
		now: () => 0,
		elapsed: () => 0,
		redact: value => hideTokens(redactor.redactAll(value)),
	});
	return {log, record, learn: redactor.learn};
};

const request = (id: number, method: string, params: object = {}) => ({jsonrpc: '2.0', id, method, params});

describe('secrets', () => {
	it('are in no row and in no message, whenever they were learned', () => {
		const {log, record, learn} = setUp();
		const one = record('one');
		learn('correct-horse-battery');
		one.received({jsonrpc: '2.0', id: 1, error: {code: 1, message: 'bad key correct-horse-battery'}});
		one.sent(request(2, 'tools/call', {name: 'x', arguments: {note: 'learned-only-later'}}));
		learn('learned-only-later');
		expect(JSON.stringify(log.entries())).not.toContain('correct-horse');
		expect(JSON.stringify(log.messageOf(1))).not.toContain('correct-horse');
		expect(JSON.stringify(log.messageOf(2))).not.toContain('learned-only-later');
	});

	it('are not told in part where a long text is cut through one', () => {
		const {log, record, learn} = setUp();
		const secret = 'correct-horse-battery-staple';
		learn(secret);
		for (let place = 65_500; place <= 65_540; place += 1) {
			const text = 'x'.repeat(place) + secret + 'x'.repeat(600_000) + secret + 'x'.repeat(place);
			record('one').received({jsonrpc: '2.0', id: 1, result: {text}});
			const shown = JSON.stringify(log.messageOf(place - 65_499));
			expect(shown).toContain('left out');
			expect(shown).not.toMatch(/correct|horse|battery|staple/);
		}
	});

	it.each([
		['ghp_abcdefghijklmnopqrstuvwxyz0123', 'a token of GitHub'],
		['sk-proj-abcdefghijklmnop123456', 'a key of a provider'],
		['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', 'a JSON web token'],
	])('of a known shape are hidden although nobody told us: %s', secret => {
		const {log, record} = setUp();
		record('one').sent(request(1, 'tools/call', {arguments: {text: `use ${secret} here`}}));
		const shown = JSON.stringify(log.messageOf(1));
		expect(shown).not.toContain(secret);
		expect(shown).toContain('use •••');
	});

	it('that are named as such are hidden, and what only sounds alike is not', () => {
		const {log, record} = setUp();
		const params = {
			authorization: 'hunter2',
			password: 'hunter2',
			author: 'Ada',
			progressToken: 5,
			properties: {password: {type: 'string'}},
		};
		record('one').sent(request(1, 'tools/call', params));
		expect(log.messageOf(1)).toMatchObject({
			params: {...params, authorization: '•••', password: '•••'},
		});
	});
});
