import {describe, it} from 'vitest';
import {createDocsWorld} from '../../helpers/docs-world.ts';
import {runPage} from './run-page.ts';

describe('README.md', () => {
	it('says what works, command by command', {timeout: 180_000}, async () => {
		const world = createDocsWorld();
		await runPage('README.md', world, {
			stdin: {'mcp-tui keys set anthropic': 'sk-ant-of-this-test\n'},
		});
	});
});
