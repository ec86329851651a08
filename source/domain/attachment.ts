import type {PromptResult} from './catalogue.ts';
import type {StoredResult, ToolContent} from './tool.ts';

/** Something of a server that a message names, as it was when the message was sent. */
export type Attachment =
	| {
			readonly type: 'resource';
			readonly server: string;
			readonly uri: string;
			readonly content: readonly ToolContent[];
			readonly mimeType?: string;
			/** In bytes, before anything of it was left out. */
			readonly size: number;
			/** Where the whole is, if `content` has only its beginning and its end. */
			readonly stored?: readonly StoredResult[];
	  }
	/** What the server makes of its prompt takes the place of the text that names it. */
	| {
			readonly type: 'prompt';
			readonly server: string;
			readonly prompt: string;
			readonly arguments: Readonly<Record<string, string>>;
			readonly messages: PromptResult['messages'];
			readonly stored?: readonly StoredResult[];
	  };
