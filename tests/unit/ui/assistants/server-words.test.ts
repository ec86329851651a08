import {expect, it} from 'vitest';
import {serverWords} from '../../../../source/ui/assistants/server-words.ts';
import {readyStatus} from '../../../helpers/fake-servers.ts';

it('tells a server that this run leaves out from one that is not configured', () => {
	const statuses = new Map([['files', readyStatus()]]);
	const words = (name: string) => serverWords(name, statuses, ['files', 'web']).text;
	expect(words('files')).toContain('ready');
	expect(words('web')).toBe('left out of this run');
	expect(words('gone')).toBe('not in your configuration now');
});
