import {createModelTape, type ModelTape} from './recorded-model.ts';
import {createServerTape, type ServerTape} from './recorded-servers.ts';
import {type CassetteWriter, openCassetteWriter, type WriterOptions} from './write-cassette.ts';

/** Everything that is recorded into one cassette, over all sessions of a run. */
export type Recording = Pick<CassetteWriter, 'file' | 'listen' | 'close'> & {
	readonly model: ModelTape['record'];
	readonly servers: ServerTape;
};

export type OpenedRecording =
	| {readonly type: 'opened'; readonly recording: Recording}
	| Extract<Awaited<ReturnType<typeof openCassetteWriter>>, {type: 'refused'}>;

export const openRecording = async (options: WriterOptions): Promise<OpenedRecording> => {
	const opened = await openCassetteWriter(options);
	if (opened.type === 'refused') return opened;
	const {writer} = opened;
	return {
		type: 'opened',
		recording: {
			file: writer.file,
			listen: writer.listen,
			close: writer.close,
			model: createModelTape(writer, options.clean).record,
			servers: createServerTape(writer),
		},
	};
};
