import {describe, expect, it} from 'vitest';
import {losesServer} from '../../../source/support/server-pattern.ts';

describe('a pattern for tools, when a server gets another name', () => {
	it.each([
		'db-prod',
		'db-prod__drop',
		'*-prod__drop',
		'db*prod__drop',
		'*-prod*',
		'*_prod__*drop*all',
		'db-p*',
		'*prod__drop*',
	])('%s no longer stands for its tools', pattern => {
		expect(losesServer(pattern, pattern.includes('_prod__*') ? 'db_prod' : 'db-prod', 'db-main')).toBe(true);
	});

	it.each(['*', '*delete*', '*__drop', 'db-*', 'db*__drop', 'other__drop', 'drop', '*drop_table'])(
		'%s says what it said',
		pattern => {
			expect(losesServer(pattern, 'db-prod', 'db-main')).toBe(false);
		},
	);
});
