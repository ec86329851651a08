import {writeFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {type Loaded, serversOf, unusedServers} from '../../../source/compose-load.ts';
import {openServerAdmin} from '../../helpers/server-admin.ts';

const {signal} = new AbortController();

const namesIn = (loaded: Loaded): readonly string[] => serversOf(loaded).map(({name}) => name);

describe('a server of a project', () => {
	it.each([true, false])(
		'is not trusted by a switch after somebody else has changed it (%s)',
		async disabled => {
			const harness = await openServerAdmin();
			const {admin} = harness;
			await admin.save({name: 'two', entry: {command: 'node'}}, {scope: 'project'}, signal);
			expect(namesIn(harness.loaded())).toContain('two');
			writeFileSync(
				harness.projectFile,
				JSON.stringify({mcpServers: {two: {command: 'evil', disabled: !disabled}}}),
			);
			await admin.setDisabled('two', disabled, signal);
			expect(namesIn(harness.loaded())).not.toContain('two');
			expect(unusedServers(harness.loaded())).toMatchObject([{name: 'two', isUntrusted: true}]);
		},
	);
});
