// Written by `npm run docs`.
import {
  AttachmentsDto,
  AvatarView,
  ErrorBody,
  MediaLink,
  MessageView,
  UploadedMessages,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Media<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * @description Attachments that the caller may not see are left out.
   *
   * @tags media
   * @name AttachmentsLinks
   * @summary Create signed links to attachments
   * @request POST:/api/media/links
   * @secure
   */
  attachmentsLinks = (data: AttachmentsDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: {
          links: MediaLink[];
        };
      },
      ErrorBody
    >({
      path: `/api/media/links`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Needs an access token or a signed link, because `<img>`, `<video>` and `<audio>` cannot send a token.
   *
   * @tags media
   * @name AttachmentsLoad
   * @summary Download an attachment
   * @request GET:/api/media/attachments/{id}/{variant}
   * @secure
   */
  attachmentsLoad = (
    id: string,
    variant: string,
    query?: {
      /** @format uuid */
      u?: string;
      /** @format uuid */
      s?: string;
      /** @maxLength 12 */
      e?: string;
      /** @maxLength 10 */
      a?: string;
      /** @maxLength 64 */
      h?: string;
    },
    params: RequestParams = {},
  ) =>
    this.request<Blob, ErrorBody>({
      path: `/api/media/attachments/${id}/${variant}`,
      method: "GET",
      query: query,
      secure: true,
      ...params,
    });
  /**
   * No description
   *
   * @tags media
   * @name AvatarsUpload
   * @summary Replace the caller's profile picture
   * @request POST:/api/users/avatar
   * @secure
   */
  avatarsUpload = (
    data: {
      /** @format binary */
      avatar: File;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The caller's avatar after a change. `version` grows with each change. */
        data: AvatarView;
      },
      ErrorBody
    >({
      path: `/api/users/avatar`,
      method: "POST",
      body: data,
      secure: true,
      type: "multipart/form-data",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags media
   * @name AvatarsRemove
   * @summary Remove the caller's profile picture
   * @request DELETE:/api/users/avatar
   * @secure
   */
  avatarsRemove = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The caller's avatar after a change. `version` grows with each change. */
        data: AvatarView;
      },
      ErrorBody
    >({
      path: `/api/users/avatar`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description Needs no token, because `<img>` cannot send one. The random key in the path is the secret.
   *
   * @tags media
   * @name AvatarPicturesShow
   * @summary Download a profile picture
   * @request GET:/api/media/avatars/{key}/{file}
   */
  avatarPicturesShow = (
    key: string,
    file: string,
    params: RequestParams = {},
  ) =>
    this.request<Blob, ErrorBody>({
      path: `/api/media/avatars/${key}/${file}`,
      method: "GET",
      format: "blob",
      ...params,
    });
  /**
   * @description The link stops working when the session that requested it ends.
   *
   * @tags media
   * @name ExportFilesLoad
   * @summary Download a data export
   * @request GET:/api/media/exports/{token}
   */
  exportFilesLoad = (token: string, params: RequestParams = {}) =>
    this.request<Blob, ErrorBody>({
      path: `/api/media/exports/${token}`,
      method: "GET",
      ...params,
    });
  /**
   * @description The link stops working when the session that requested it ends.
   *
   * @tags media
   * @name RestitutionFilesLoad
   * @summary Download own contributions that were given back
   * @request GET:/api/media/restitutions/{token}
   */
  restitutionFilesLoad = (token: string, params: RequestParams = {}) =>
    this.request<Blob, ErrorBody>({
      path: `/api/media/restitutions/${token}`,
      method: "GET",
      ...params,
    });
  /**
   * @description Pictures and videos become one message; every other file becomes its own. Words in `content` belong to the first one. Repeating a `clientMessageId` does not send again.
   *
   * @tags media
   * @name UploadsUpload
   * @summary Send files
   * @request POST:/api/messages/upload
   * @secure
   */
  uploadsUpload = (
    data: {
      /**
       * @maxItems 5
       * @minItems 1
       */
      files: File[];
      /** @format uuid */
      chatId?: string;
      /** @format uuid */
      replyTo?: string;
      /** @format uuid */
      clientMessageId?: string;
      /** Words to the files. They belong to the first message. */
      content?: string;
      /** Whether pictures keep their camera metadata. The default is no. */
      keepExif?: "true" | "false";
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The answer of an upload: its messages in order. Pictures and videos share one message, each other file has its own. */
        data: UploadedMessages;
      },
      ErrorBody
    >({
      path: `/api/messages/upload`,
      method: "POST",
      body: data,
      secure: true,
      type: "multipart/form-data",
      format: "json",
      ...params,
    });
  /**
   * @description Repeating a `clientMessageId` does not send again.
   *
   * @tags media
   * @name UploadsVoice
   * @summary Send a voice note
   * @request POST:/api/messages/voice
   * @secure
   */
  uploadsVoice = (
    data: {
      /** @format binary */
      voice: File;
      /** @format uuid */
      chatId?: string;
      /** @format uuid */
      replyTo?: string;
      /** @format uuid */
      clientMessageId?: string;
      /** @maxLength 5000 */
      transcript?: string;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: {
          /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
          message: MessageView;
        };
      },
      ErrorBody
    >({
      path: `/api/messages/voice`,
      method: "POST",
      body: data,
      secure: true,
      type: "multipart/form-data",
      format: "json",
      ...params,
    });
}
