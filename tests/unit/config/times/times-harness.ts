import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Disk, realDisk} from '../../../../source/core/config/replace-file-sync.ts';
import {createOpenState} from '../../../../source/core/config/state-file.ts';
import {readNamedServers} from '../../../../source/core/config/times/read-named-servers.ts';
import {createServerTimes} from '../../../../source/core/config/times/server-times.ts';
import type {Failure} from '../../../../source/domain/failure.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {StateFile} from '../../../../source/domain/ports.ts';
import {createFakeClock} from '../../../helpers/fake-clock.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';

/** Real files, and a clock that begins at 1000. */
export const setUpTimes = (servers: JsonObject = {files: {command: 'x'}}) => {
	const folder = createTemporaryFolder();
	const [data, project] = [join(folder, 'data'), join(folder, 'project')];
	mkdirSync(project);
	const own = join(folder, 'config.json');
	const stateFile = join(data, 'server-times.json');
	const clock = createFakeClock();
	const written: string[] = [];
	const told: Failure[] = [];
	const open = (disk: Disk = realDisk) => {
		const onTrouble = (failure: Failure) => told.push(failure);
		const state = createOpenState({folder: data, onTrouble, disk})('server-times');
		const counted: StateFile = {
			read: state.read,
			change: edit => {
				written.push(new Date(clock.now()).toISOString());
				return state.change(edit);
			},
		};
		const times = createServerTimes({state: counted, now: clock.now, schedule: clock.schedule});
		times.follow(() => readNamedServers({files: [own], project}));
		return times;
	};
	const write = (mcpServers: JsonObject): void => writeFileSync(own, JSON.stringify({mcpServers}));
	write(servers);
	return {
		folder,
		own,
		project,
		projectFile: join(project, '.mcp.json'),
		data,
		stateFile,
		clock,
		written,
		told,
		open,
		write,
		place: (name = 'files') => ({name, file: own}),
		connection: (name = 'files') => ({name, source: own}),
		saved: () => JSON.parse(readFileSync(stateFile, 'utf8')),
	};
};
