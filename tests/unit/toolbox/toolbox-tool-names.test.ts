import {describe, expect, it} from 'vitest';
import {createToolSet} from '../../../source/core/toolbox/toolbox-tools.ts';
import {toolboxToolNames} from '../../../source/domain/toolbox-tool-names.ts';

describe('the names of the built-in tools', () => {
	it('are all kept from custom tools', () => {
		const {tools} = createToolSet({
			now: () => 0,
			results: {read: async () => undefined},
			findTools: () => [],
		});
		expect(tools.map(({name}) => name).filter(name => !toolboxToolNames.includes(name))).toEqual([]);
	});
});
