/** Properties of a picture that can be read from its file before decoding. */

/** Size in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A header states the size before EXIF rotation. */
export interface PictureHeader extends PictureSize {
  readonly type: 'jpeg' | 'png' | 'other';
  /** Bytes that the decoder processes in all passes. A million take about a millisecond of one core. */
  readonly workBytes: number;
  /** Whether a JPEG is upright, baseline with one scan and eight bits, and grey or of three components with usual subsampling. */
  readonly isCommon?: boolean;
  /** Bytes per pixel of a plain PNG: eight bits, grey or RGB, not interlaced; undefined for any other coding. */
  readonly plainChannels?: 1 | 3 | undefined;
}
